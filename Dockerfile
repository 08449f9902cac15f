# One image; bff, projector and worker are three commands of it.
FROM node:26.10.0-bookworm-slim AS build
WORKDIR /portico
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node node_modules/vite/bin/vite.js build web && npm prune --omit=dev

FROM node:26.10.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /portico
COPY --from=build --chown=root:root /portico /portico
USER node
EXPOSE 3000
CMD ["node", "bff/main.ts"]
