const later = (milliseconds, value) => new Promise((done) => setTimeout(done, milliseconds, value));

async function weather() {
  return later(120, 'rain');
}

async function trains() {
  return later(120, 'the train is late');
}

async function news() {
  return later(120, 'a new bridge');
}

async function page() {
  const parts = [await weather(), await trains(), await news()];
  console.log(parts.join(', '));
}

page();
