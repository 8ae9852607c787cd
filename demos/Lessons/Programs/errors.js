function priceOf(article) {
  return new Promise((resolve, reject) => {
    setTimeout(() => {
      if (article === 'tea') resolve(3);
      else reject(new Error('sold out'));
    }, 100);
  });
}

priceOf('ink')
  .then(function addTax(price) {
    return price * 1.2;
  })
  .catch(function estimate(error) {
    console.log(`ink: ${error.message}, so about 5`);
    return 5;
  })
  .then(function showInk(price) {
    console.log(`ink: ${price}`);
  });

setTimeout(() => {
  priceOf('tea')
    .then(function checkTea(price) {
      throw new Error(`${price} is too much`);
    }, function besideCheck(error) {
      console.log('tea: no price');
    })
    .finally(function hideSpinner() {
      console.log('tea: spinner off');
    })
    .catch(function tellCustomer(error) {
      console.log(`tea: ${error.message}`);
    });
}, 200);
