const later = (milliseconds, value) => new Promise((done) => setTimeout(done, milliseconds, value));

const answers = { weather: 'rain', trains: 'the train is late', news: 'a new bridge' };

async function ask(service) {
  return later(120, answers[service]);
}

async function page() {
  const parts = await Promise.all(['weather', 'trains', 'news'].map(ask));
  console.log(parts.join(', '));
}

page();
