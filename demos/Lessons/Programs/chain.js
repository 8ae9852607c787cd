function logIn(name) {
  return new Promise((resolve) => setTimeout(resolve, 100, `token of ${name}`));
}

function fetchOrders(token) {
  return new Promise((resolve) => setTimeout(resolve, 200, ['tea', 'ink', 'paper']));
}

logIn('Ada')
  .then(function orders(token) {
    return fetchOrders(token);
  })
  .then(function count(list) {
    return list.length;
  })
  .then(function show(number) {
    console.log(`${number} orders`);
  })
  .then(function afterShow(value) {
    console.log(`after show: ${value}`);
  });
