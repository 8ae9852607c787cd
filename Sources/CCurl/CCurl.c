// Loads libcurl and runs one transfer. Owns the numbers of its options, which belong to its binary interface and never change. In C, because
// its functions take variable arguments.
//
// Source: "libcurl API", curl_easy_setopt(3), curl_multi_poll(3), and curl_multi_info_read(3).

#include "CCurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum {
  optionWriteData = 10001,
  optionURL = 10002,
  optionProxy = 10004,
  optionErrorBuffer = 10010,
  optionPostFields = 10015,
  optionHTTPHeader = 10023,
  optionHeaderData = 10029,
  optionWriteFunction = 20011,
  optionPostFieldSize = 60,
  optionHeaderFunction = 20079,
  optionNoSignal = 99,
  optionTimeout = 155,
  optionProtocols = 181,
  optionSuppressConnectHeaders = 265,
  protocolsOfTheWeb = 3,
  globalAll = 3,
  messageDone = 1,
  outOfMemory = 27,
};

typedef struct {
  int message;
  void *easy;
  union {
    void *whatever;
    int result;
  } data;
} Message;

struct psCurl {
  int (*globalInit)(long flags);
  void *(*easyInit)(void);
  int (*setOption)(void *easy, int option, ...);
  void (*easyCleanup)(void *easy);
  const char *(*errorText)(int code);
  void *(*append)(void *list, const char *text);
  void (*freeList)(void *list);
  void *(*multiInit)(void);
  int (*add)(void *multi, void *easy);
  int (*removeHandle)(void *multi, void *easy);
  int (*perform)(void *multi, int *running);
  int (*poll)(void *multi, void *others, unsigned count, int milliseconds, int *number);
  Message *(*infoRead)(void *multi, int *left);
  int (*multiCleanup)(void *multi);
};

static bool find(void *library, const char *name, void *function) {
  void *address = dlsym(library, name);
  memcpy(function, &address, sizeof address);
  return address != NULL;
}

static bool fill(psCurl *curl, void *library) {
  return find(library, "curl_global_init", &curl->globalInit) && find(library, "curl_easy_init", &curl->easyInit)
    && find(library, "curl_easy_setopt", &curl->setOption) && find(library, "curl_easy_cleanup", &curl->easyCleanup)
    && find(library, "curl_easy_strerror", &curl->errorText) && find(library, "curl_slist_append", &curl->append)
    && find(library, "curl_slist_free_all", &curl->freeList) && find(library, "curl_multi_init", &curl->multiInit)
    && find(library, "curl_multi_add_handle", &curl->add)
    && find(library, "curl_multi_remove_handle", &curl->removeHandle)
    && find(library, "curl_multi_perform", &curl->perform) && find(library, "curl_multi_poll", &curl->poll)
    && find(library, "curl_multi_info_read", &curl->infoRead)
    && find(library, "curl_multi_cleanup", &curl->multiCleanup);
}

const psCurl *psCurlLoad(const char *const *names, size_t count) {
  for (size_t index = 0; index < count; index++) {
    void *library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (!library) continue;
    psCurl *curl = calloc(1, sizeof *curl);
    if (curl && fill(curl, library) && curl->globalInit(globalAll) == 0) return curl;
    // Its threads and exit handlers may outlive a failure, so it stays loaded.
    free(curl);
  }
  return NULL;
}

static int run(const psCurl *curl, void *multi, void *easy, const psCurlRequest *request) {
  if (curl->add(multi, easy) != 0) return outOfMemory;
  int result = psCurlOver;
  while (!request->isOver(request->context)) {
    int running = 0, left = 0;
    if (curl->perform(multi, &running) != 0) {
      result = outOfMemory;
      break;
    }
    Message *message = curl->infoRead(multi, &left);
    if (message && message->message == messageDone) {
      result = message->data.result;
      break;
    }
    curl->poll(multi, NULL, 0, 20, NULL);
  }
  curl->removeHandle(multi, easy);
  return result;
}

int psCurlPerform(const psCurl *curl, const psCurlRequest *request, char text[psCurlTextSize]) {
  text[0] = 0;
  // Writing to a connection that the server has closed must not end the process; libcurl leaves this to its caller with `optionNoSignal`.
  sigset_t pipe;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe, NULL);
  void *easy = curl->easyInit();
  void *multi = curl->multiInit();
  void *list = NULL;
  int result = outOfMemory;
  if (easy && multi) {
    for (size_t index = 0; index < request->headerCount; index++) {
      void *longer = curl->append(list, request->headers[index]);
      if (longer) list = longer;
    }
    curl->setOption(easy, optionErrorBuffer, text);
    curl->setOption(easy, optionURL, request->url);
    curl->setOption(easy, optionProtocols, (long)protocolsOfTheWeb);
    curl->setOption(easy, optionNoSignal, 1L);
    curl->setOption(easy, optionTimeout, request->milliseconds);
    curl->setOption(easy, optionSuppressConnectHeaders, 1L);
    curl->setOption(easy, optionHTTPHeader, list);
    if (!request->usesProxy) curl->setOption(easy, optionProxy, "");
    if (request->isPost) {
      curl->setOption(easy, optionPostFieldSize, (long)request->bodySize);
      curl->setOption(easy, optionPostFields, request->bodySize > 0 ? request->body : "");
    }
    curl->setOption(easy, optionHeaderFunction, request->receiveHead);
    curl->setOption(easy, optionHeaderData, request->context);
    curl->setOption(easy, optionWriteFunction, request->receiveBody);
    curl->setOption(easy, optionWriteData, request->context);
    result = run(curl, multi, easy, request);
    if (result > 0 && text[0] == 0) {
      const char *words = curl->errorText(result);
      if (words) strncat(text, words, psCurlTextSize - 1);
    }
  }
  if (easy) curl->easyCleanup(easy);
  if (multi) curl->multiCleanup(multi);
  curl->freeList(list);
  return result;
}
