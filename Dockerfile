# One image for every role of the product; ops/entrypoint.sh says which. Built from a checkout: docker build -t foreword .
# The workspaces under packages/ are for development: neither they nor their dependencies are in it.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /foreword
COPY package.json package-lock.json .npmrc ./
RUN npm ci --workspaces=false
COPY . .
# Pages, and every role with what it reaches of the libraries: of node_modules nothing else goes on.
RUN npm run build

FROM node:24.21.0-bookworm-slim
# Encrypts base backups.
RUN apt-get update && apt-get install --yes --no-install-recommends gpg && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production
WORKDIR /foreword
COPY --from=build /foreword/dist/image ./
COPY --from=build /foreword/dist/web dist/web
USER node
ENTRYPOINT ["/foreword/ops/entrypoint.sh"]
CMD ["api"]
