function download(name, signal) {
  return new Promise((resolve, reject) => {
    let part = 0;
    const timer = setInterval(() => {
      part += 1;
      console.log(`${name}: part ${part}`);
      if (part === 3) finish(resolve, name);
    }, 200);
    function finish(settle, outcome) {
      clearInterval(timer);
      settle(outcome);
    }
    signal?.addEventListener('abort', () => finish(reject, signal.reason));
  });
}

function limit(milliseconds) {
  return new Promise((resolve, reject) => setTimeout(reject, milliseconds, new Error('too slow')));
}

const film = Promise.race([download('film'), limit(300)]);
film.catch(function tooLong(error) {
  console.log(`film: ${error.message}`);
});

const stop = new AbortController();
const song = download('song', stop.signal);
song.catch(function stopped(error) {
  console.log(`song: ${error.name}`);
});
setTimeout(() => stop.abort(), 300);
