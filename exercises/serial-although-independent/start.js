const later = (milliseconds, value) => new Promise((done) => setTimeout(done, milliseconds, value));

const answers = { weather: 'rain', trains: 'the train is late', news: 'a new bridge' };

async function ask(service) {
  return later(120, answers[service]);
}

async function page() {
  const parts = [];
  for (const service of ['weather', 'trains', 'news']) {
    const part = await ask(service);
    parts.push(part);
  }
  console.log(parts.join(', '));
}

page();
