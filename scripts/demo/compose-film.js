// Runs in the browser (record-tour.ts): shows a series of stills on a canvas with soft transitions and a slow zoom, and
// records the canvas.
globalThis.composeFilm = async ({ stills, secondsPerStill, width, height }) => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  const images = await Promise.all(
    stills.map(async (still) => {
      const image = new Image();
      image.src = still;
      await image.decode();
      return image;
    }),
  );
  const total = stills.length * secondsPerStill;
  const blend = 0.6;

  const draw = (image, progress, opacity) => {
    const scale = 1 + 0.03 * progress;
    context.globalAlpha = opacity;
    context.drawImage(image, (width * (1 - scale)) / 2, 0, width * scale, height * scale);
  };
  const drawAt = (second) => {
    const index = Math.min(Math.floor(second / secondsPerStill), images.length - 1);
    const inside = second - index * secondsPerStill;
    const before = images[index - 1];
    if (before && inside < blend) draw(before, 1, 1);
    draw(images[index], inside / secondsPerStill, before ? Math.min(inside / blend, 1) : 1);
  };

  drawAt(0);
  const recorder = new MediaRecorder(canvas.captureStream(24), {
    mimeType: 'video/webm;codecs=vp9',
    videoBitsPerSecond: 600_000,
  });
  const parts = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }));
  recorder.start();
  const startedAt = performance.now();
  await new Promise((resolve) => {
    const timer = setInterval(() => {
      const second = (performance.now() - startedAt) / 1000;
      drawAt(Math.min(second, total));
      if (second < total) return;
      clearInterval(timer);
      resolve();
    }, 1000 / 24);
  });
  recorder.stop();
  await stopped;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  const text = Array.from(bytes, (byte) => String.fromCodePoint(byte)).join('');
  drawAt(0);
  return {
    film: btoa(text),
    poster: canvas.toDataURL('image/webp', 0.82),
  };
};
