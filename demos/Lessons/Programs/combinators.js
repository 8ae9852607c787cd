const north = new Promise((resolve) => setTimeout(resolve, 300, 12));
const south = new Promise((resolve) => setTimeout(resolve, 100, 15));
const everyPrice = Promise.all([north, south]);
everyPrice.then(function showPrices(prices) {
  console.log(`prices: ${prices.join(' and ')}`);
});

const east = new Promise((resolve) => setTimeout(resolve, 200, 9));
const west = new Promise((resolve) => setTimeout(resolve, 500, 7));
const firstPrice = Promise.race([east, west]);
firstPrice.then(function showFirst(price) {
  console.log(`first: ${price}`);
});

const harbor = new Promise((resolve) => setTimeout(resolve, 600, 4));
const airport = new Promise((resolve, reject) => setTimeout(reject, 400, new Error('airport is closed')));
const bothPrices = Promise.all([harbor, airport]);
bothPrices.catch(function showError(error) {
  console.log(`sorry: ${error.message}`);
});
