function askServer(path, callback) {
  setTimeout(() => {
    if (path === '/map') callback(new Error('no map'));
    else callback(null, `page ${path}`);
  }, 100);
}

askServer('/home', (error, home) => {
  console.log(`callback: ${home}`);
  askServer('/map', (error, map) => {
    console.log(`callback: ${map}`);
  });
});

function ask(path) {
  return new Promise((resolve, reject) => {
    askServer(path, (error, page) => {
      if (error) reject(error);
      else resolve(page);
    });
  });
}

ask('/home')
  .then(function showHome(home) {
    console.log(`promise: ${home}`);
    return ask('/map');
  })
  .then(function showMap(map) {
    console.log(`promise: ${map}`);
  })
  .catch(function saySorry(error) {
    console.log(`promise: sorry, ${error.message}`);
  });
