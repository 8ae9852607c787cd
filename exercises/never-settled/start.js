// An old function: it calls back with a place, or with nothing if it can't find one.
function findPosition(callback) {
  setTimeout(callback, 40, null);
}

async function locate() {
  return new Promise((resolve, reject) => {
    findPosition((place) => {
      if (place) resolve(place);
    });
  });
}

async function main() {
  console.log('looking');
  try {
    console.log(`you are in ${await locate()}`);
  } catch (error) {
    console.log(`no map: ${error.message}`);
  }
}

main();
