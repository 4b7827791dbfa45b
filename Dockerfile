# One image for every role of the product; ops/entrypoint.sh says which. Built from a checkout: docker build -t foreword .
# The workspaces under packages/ are for development: neither they nor their dependencies are in it.
FROM node:24.21-bookworm-slim AS build
WORKDIR /foreword
COPY package.json package-lock.json .npmrc ./
RUN npm ci --workspaces=false
COPY . .
# Pages and workflow code as they are served; a production worker refuses to bundle its own.
RUN npm run build

FROM node:24.21-bookworm-slim
# Encrypts base backups.
RUN apt-get update && apt-get install --yes --no-install-recommends gpg && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production
WORKDIR /foreword
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --workspaces=false && npm cache clean --force
COPY api api
COPY contract contract
COPY db db
COPY domain domain
COPY ops/commands ops/commands
COPY ops/entrypoint.sh ops/entrypoint.sh
COPY providers providers
COPY telemetry telemetry
COPY temporal-config/namespaces.json temporal-config/search-attributes.json temporal-config/
COPY workers workers
COPY workflows workflows
COPY --from=build /foreword/dist dist
USER node
ENTRYPOINT ["/foreword/ops/entrypoint.sh"]
CMD ["api"]
