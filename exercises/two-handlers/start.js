const later = (milliseconds, value) => new Promise((done) => setTimeout(done, milliseconds, value));

async function loadPage() {
  await later(30);
  console.log('the page arrives');
  return '';
}

loadPage()
  .then(
    function show(page) {
      if (page === '') throw new Error('the page is empty');
      console.log(page);
    },
    function explain(error) {
      console.log(`sorry: ${error.message}`);
    },
  );
