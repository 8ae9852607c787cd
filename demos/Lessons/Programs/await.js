function later(milliseconds, value) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, value));
}

async function loadUser() {
  await later(100);
  return 'Ada';
}

async function loadPosts(user) {
  await later(200);
  if (user !== 'Ada') throw new Error('no posts');
  return ['tea', 'ink'];
}

async function page() {
  console.log('page starts');
  const user = await loadUser();
  console.log(`hello, ${user}`);
  const posts = await loadPosts(user);
  console.log(`${posts.length} posts`);
  try {
    await loadPosts('Bob');
  } catch (error) {
    console.log(`sorry: ${error.message}`);
  }
  return 'done';
}

const shown = page();
console.log('page called');
shown.then(function report(word) {
  console.log(`page: ${word}`);
});
