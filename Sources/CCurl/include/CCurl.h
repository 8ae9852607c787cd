// A transfer by libcurl, which is loaded when it is first needed: a program that never sends a request neither links nor loads it, and builds
// without its headers.
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// The functions of a loaded libcurl.
typedef struct psCurl psCurl;

/// Receives `size * count` bytes; returns how many it took, where fewer end the transfer.
typedef size_t (*psCurlReceiver)(const char *_Nonnull bytes, size_t size, size_t count, void *_Nullable context);

/// What to transfer.
typedef struct {
  const char *_Nonnull url;
  /// The lines of the request's head, without line ends.
  const char *_Nullable const *_Nonnull headers;
  size_t headerCount;
  /// Whether to post `body`; otherwise, the request is a GET.
  bool isPost;
  const void *_Nullable body;
  size_t bodySize;
  /// The time within which everything has to be complete.
  long milliseconds;
  /// Whether to obey the variables of the environment that name a proxy.
  bool usesProxy;
  /// Receives each line of the answer's head.
  psCurlReceiver _Nonnull receiveHead;
  /// Receives parts of the answer's body.
  psCurlReceiver _Nonnull receiveBody;
  /// Returns whether to give up; called every 20 ms at least.
  bool (*_Nonnull isOver)(void *_Nullable context);
  void *_Nullable context;
} psCurlRequest;

/// The length of an error's text, with its end.
enum { psCurlTextSize = 256 };

/// Why a transfer ended: 0 if it is complete, `psCurlOver` if it was given up, or the number that libcurl gives to an error.
enum { psCurlOver = -1 };

/// Loads the first of the libraries with these names; NULL if there is none, or if it is older than version 7.66 (2019).
///
/// It is never unloaded.
const psCurl *_Nullable psCurlLoad(const char *_Nullable const *_Nonnull names, size_t count);

/// Sends a request and receives its answer; follows no redirection.
///
/// Blocks the calling thread, which should end afterward: SIGPIPE stays blocked on it.
/// `text` receives libcurl's own words about an error, which may be empty.
int psCurlPerform(
  const psCurl *_Nonnull curl, const psCurlRequest *_Nonnull request, char text[_Nonnull psCurlTextSize]);
