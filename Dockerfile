# An image with the command line, the server and the client of NATS: docs/how-to/containers.md.
FROM docker.io/library/python:3.13-slim AS build
COPY . /source
RUN python3 -m venv /opt/renkei && \
    /opt/renkei/bin/pip install --no-cache-dir --disable-pip-version-check -c /source/constraints.txt '/source[serve,nats,notify]'

FROM docker.io/library/python:3.13-slim
COPY --from=build /opt/renkei /opt/renkei
RUN useradd --uid 10001 --home-dir /home/renkei --create-home renkei && install -d -o renkei -g renkei /project
ENV PATH=/opt/renkei/bin:$PATH PYTHONUNBUFFERED=1
USER 10001
WORKDIR /project
VOLUME /project
EXPOSE 7375
# A file of the view, which the server sends to anyone without computing anything.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["python3", "-c", "import urllib.request as http; http.urlopen('http://127.0.0.1:7375/static/favicon.svg', timeout=4)"]
ENTRYPOINT ["renkei"]
CMD ["serve"]
