const later = (milliseconds, value) => new Promise((done) => setTimeout(done, milliseconds, value));

async function send(letter, milliseconds, signal) {
  await new Promise((done, fail) => {
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      fail(new Error(`${letter} is stopped`));
    });
  });
  console.log(`${letter} arrives`);
}

async function sendInTime() {
  try {
    await Promise.race([send('letter 1', 120), later(60).then(function tooLate() { throw new Error('too late'); })]);
  } catch (error) {
    console.log(error.message);
    await send('letter 2', 30);
  }
}

sendInTime();
