# The tarball that `npm pack` makes: docker build --build-arg TARBALL=edgewright-0.1.0.tgz .
# Tags, because a digest belongs to one platform and one day; the release workflow prints the digest that it used.
FROM node:24-slim
ARG TARBALL=edgewright.tgz
# Ledgers in a git branch, `--base` and `--changed-since` run git; CA certificates are for its HTTPS.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates git \
 && rm -rf /var/lib/apt/lists/*
COPY ${TARBALL} /tmp/edgewright.tgz
# It has no dependencies, so that nothing is fetched.
RUN npm install --global --offline --ignore-scripts /tmp/edgewright.tgz \
 && rm -rf /tmp/edgewright.tgz /root/.npm
# A mounted repository belongs to another user, which git refuses by default.
RUN git config --system --add safe.directory '*'
USER node
WORKDIR /workspace
ENTRYPOINT ["edgewright"]
CMD ["--help"]
