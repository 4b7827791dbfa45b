# One image for every role of the product; ops/entrypoint.sh selects the role.
# Build from a checkout: docker build -t foreword .
# The workspaces under packages/ and their dependencies are for development only and not included.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /foreword
COPY package.json package-lock.json .npmrc ./
RUN npm ci --workspaces=false
COPY . .
# Builds the web pages, and bundles each role with the libraries it uses. Only the few packages that cannot be bundled
# remain in node_modules. Copied files keep the mode they were checked out with, so a strict umask would prevent the
# image's account from reading them.
RUN npm run build && chmod -R a+rX dist

FROM node:24.21.0-bookworm-slim
# GnuPG encrypts base backups. A worker's connection to the engine over TLS needs certificates outside of Node.
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates gpg && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production
WORKDIR /foreword
COPY --from=build /foreword/dist/image ./
COPY --from=build /foreword/dist/web dist/web
USER node
ENTRYPOINT ["/foreword/ops/entrypoint.sh"]
CMD ["api"]
