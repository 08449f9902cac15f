# One image; bff, projector and worker are three commands of it.
FROM node:26.10.0-bookworm-slim AS build
WORKDIR /portico
COPY package.json package-lock.json .npmrc ./
# Without the sandbox's packages, which only a start on a developer's machine needs.
RUN npm ci --omit=dev --workspaces=false
COPY . .
RUN node node_modules/vite/bin/vite.js build web
# 100 MB of modules in place of 344: what the build of the web app needs is not needed any more.
RUN node scripts/keep-server.mjs

# OpenAPI Generator: the version and the checksum that the worker itself asks for.
FROM build AS generator
RUN apt-get update && apt-get install -y --no-install-recommends maven && rm -rf /var/lib/apt/lists/*
RUN node workers/code-generation/fetch-main.ts

FROM node:26.10.0-bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends openjdk-17-jre-headless && rm -rf /var/lib/apt/lists/*
# On all addresses: what is published decides who reaches it.
ENV NODE_ENV=production LISTEN_HOST=::
WORKDIR /portico
COPY --from=build --chown=root:root /portico /portico
COPY --from=generator --chown=root:root /portico/.codegen /portico/.codegen
USER node
EXPOSE 3000
# With a gigabyte as its limit, V8 collects sooner: while a large export is sent, the process takes 44 MB more instead of 150.
CMD ["node", "--max-old-space-size=1024", "bff/main.ts"]
