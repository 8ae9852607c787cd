// An old function: it calls back with an error or with a page, and never with both.
function fetchPage(callback) {
  setTimeout(callback, 40, new Error('the server is down'), undefined);
}

async function download() {
  return new Promise((resolve, reject) => {
    fetchPage((error, page) => {
      resolve(page ?? '');
      if (error) reject(error);
    });
  });
}

download()
  .then(function show(page) {
    console.log(`${page.length} characters`);
  })
  .catch(function explain(error) {
    console.log(`no page: ${error.message}`);
  });
