// What a compiler makes of async functions for runtimes without them: generators, and a helper that awaits for them.
var __awaiter = function (self, values, P, generator) {
  function adopt(value) { return value instanceof P ? value : new P((resolve) => resolve(value)); }
  return new (P = P || Promise)((resolve, reject) => {
    function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
    function rejected(value) { try { step(generator['throw'](value)); } catch (e) { reject(e); } }
    function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
    step((generator = generator.apply(self, values || [])).next());
  });
};
class Shop {
  constructor() { this.replies = new Map(); }
  fetch(id) { return new Promise((resolve) => this.replies.set(id, resolve)); }
  order(id) {
    return __awaiter(this, void 0, void 0, function* () {
      yield Promise.resolve(1);
      return yield this.fetch(id); /*@@*/
    });
  }
}
const shop = new Shop();
__awaiter(this, void 0, void 0, function* () {
  yield Promise.all([shop.order(1), shop.order(2)]); /*@*/
});
setInterval(() => shop, 1000);
setTimeout(() => console.log('ready'), 100);
