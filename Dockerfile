# The arcade in a container: one static binary, nothing else.
#   docker build -t arcade . && docker run -p 2222:2222 -v arcade:/data arcade
# Both images can be replaced, and modules taken through another proxy:
#   --build-arg BUILD_IMAGE=… --build-arg BASE_IMAGE=… --build-arg GOPROXY=…
ARG BUILD_IMAGE=golang:1.26
ARG BASE_IMAGE=scratch

FROM ${BUILD_IMAGE} AS build
ARG GOPROXY=https://proxy.golang.org,direct
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# Compiled whatever the version is: another version is only linked. Without gRPC's trace pages, which nobody serves here,
# the linker can leave out what nobody calls: a sixth of the binary.
RUN CGO_ENABLED=0 go build -trimpath -tags grpcnotrace -o /dev/null ./cmd/arcade
ARG VERSION=docker
RUN CGO_ENABLED=0 go build -trimpath -tags grpcnotrace -ldflags "-s -w -X main.version=${VERSION}" -o /out/arcade ./cmd/arcade && mkdir -p /out/data

FROM ${BASE_IMAGE}
LABEL org.opencontainers.image.title="arcade" \
      org.opencontainers.image.description="An arcade over SSH: mazes and minesweeper, with records that prove themselves" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /out/arcade /arcade
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
ENV ARCADE_DATA=/data
# In a smaller container it is nine tenths of what that may have.
ENV GOMEMLIMIT=1800MiB
VOLUME /data
EXPOSE 2222
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=6s --start-period=5s CMD ["/arcade", "healthcheck"]
ENTRYPOINT ["/arcade"]
