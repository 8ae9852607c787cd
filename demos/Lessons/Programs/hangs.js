function askDevice(callback) {
  setTimeout(callback, 100, { signal: 'none' });
}

function locate() {
  return new Promise((resolve, reject) => {
    askDevice((answer) => {
      if (answer.signal === 'none') return;
      resolve(answer.place);
    });
  });
}

async function loadMap() {
  const place = await locate();
  return `map of ${place}`;
}

async function showPage() {
  const map = await loadMap();
  console.log(map);
}

async function showNews() {
  await new Promise((resolve) => setTimeout(resolve, 200));
  console.log('news');
}

showPage();
showNews();
