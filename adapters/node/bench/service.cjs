// A service that does I/O: each request asks a "database" three times over TCP, and reads a file. Prints its port; on SIGTERM, what it used.
// The argument is the time, in milliseconds, that the database takes for an answer.
'use strict';

const fs = require('node:fs/promises');
const http = require('node:http');
const net = require('node:net');

let socket;
const waiting = [];

/** Sends a line to the other end of a TCP connection, and waits for the line that comes back. */
function query(text) {
  return new Promise((resolve, reject) => {
    waiting.push({ resolve, reject });
    socket.write(`${text}\n`);
  });
}

async function loadUser(id) {
  const row = await query(`user ${id}`);
  return { id, name: row };
}

async function loadPosts(user) {
  const rows = await query(`posts ${user.id}`);
  return rows.split(' ');
}

async function countVisits(user) {
  return Number((await query(`visits ${user.id} 7`)).split(' ')[2]);
}

async function page(id) {
  const user = await loadUser(id);
  const [posts, visits, template] = await Promise.all([loadPosts(user), countVisits(user), fs.readFile(__filename, 'utf8')]);
  return JSON.stringify({ user, posts, visits, size: template.length });
}

const server = http.createServer((request, response) => {
  page(request.url.slice(1)).then((text) => response.end(text)).catch((error) => response.writeHead(500).end(String(error)));
});

const delay = Number(process.argv[2] ?? 0);
const database = net.createServer((connection) => {
  connection.on('data', (chunk) => { delay === 0 ? connection.write(chunk) : setTimeout(() => connection.write(chunk), delay); });
});
database.listen(0, '127.0.0.1', () => {
  let rest = '';
  socket = net.connect(database.address().port, '127.0.0.1').setNoDelay().on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) waiting.shift().resolve(line);
  });
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
});

let start = process.cpuUsage();
process.on('SIGUSR2', () => { start = process.cpuUsage(); });
process.on('SIGTERM', () => {
  const { user, system } = process.cpuUsage(start);
  console.log(JSON.stringify({ cpu: (user + system) / 1000, rss: process.memoryUsage.rss() / 1048576 }));
  process.exit();
});
