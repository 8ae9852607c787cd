// The single files that the command carries. Whole folders, in which files come and go, are carried by the plugin `CarryFiles`.

#include "CCarriedFiles.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

// Ends the file before this one, and starts the next.
#define CARRY(path) 0}}, {path, (const unsigned char[]){

static const struct { const char *path; const unsigned char *bytes; } files[] = {{"", (const unsigned char[]){
CARRY("Sources/ChainExport/Formats/Page/list.js")
#embed "../../Sources/ChainExport/Formats/Page/list.js" suffix(,)
CARRY("Sources/ChainExport/Formats/Page/main.js")
#embed "../../Sources/ChainExport/Formats/Page/main.js" suffix(,)
CARRY("Sources/ChainExport/Formats/Page/page.css")
#embed "../../Sources/ChainExport/Formats/Page/page.css" suffix(,)
CARRY("Sources/ChainExport/Formats/Page/page.html")
#embed "../../Sources/ChainExport/Formats/Page/page.html" suffix(,)
CARRY("Sources/ChainExport/Formats/Page/panes.js")
#embed "../../Sources/ChainExport/Formats/Page/panes.js" suffix(,)
CARRY("Sources/ChainExport/Formats/Page/rows.js")
#embed "../../Sources/ChainExport/Formats/Page/rows.js" suffix(,)
CARRY("Sources/ChainExport/Formats/Page/run.js")
#embed "../../Sources/ChainExport/Formats/Page/run.js" suffix(,)
CARRY("Sources/ChainExport/Formats/Page/words.js")
#embed "../../Sources/ChainExport/Formats/Page/words.js" suffix(,)
CARRY("adapters/node/promisescope.cjs")
#embed "../../adapters/node/promisescope.cjs" suffix(,)
CARRY("docs/findings.md")
#embed "../../docs/findings.md" suffix(,)
0}}};

const char *carriedText(const char *path) {
  for (size_t i = 1; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i].path, path) == 0) return (const char *)files[i].bytes;
  }
  return NULL;
}
