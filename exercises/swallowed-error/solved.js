const later = (milliseconds, value) => new Promise((done) => setTimeout(done, milliseconds, value));

async function loadCart() {
  await later(30);
  throw new Error('the server is down');
}

async function showCart() {
  const items = await loadCart();
  console.log(`${items.length} items in your cart`);
}

showCart().catch(function explain(error) {
  console.log(`no cart: ${error.message}`);
});
