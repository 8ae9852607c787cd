function brew() {
  return new Promise((resolve) => {
    console.log('water on');
    setTimeout(() => {
      resolve('green tea');
      resolve('cold water');
      console.log('kettle off');
    }, 200);
  });
}

const tea = brew();
console.log('set the table');
tea.then(function drink(cup) {
  console.log(`drink ${cup}`);
});
console.log('sit down');

setTimeout(() => {
  tea.then(function drinkMore(cup) {
    console.log(`drink more ${cup}`);
  });
  console.log('ask for more');
}, 400);
