// ncursesw, with its wide-character functions, for Swift: macros and mutable globals as functions, since neither imports.
#pragma once
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <term.h>
#include <wchar.h>

static inline WINDOW *cn_screen(void) { return stdscr; }
static inline int cn_colors(void) { return COLORS; }
static inline int cn_color_pairs(void) { return COLOR_PAIRS; }
static inline attr_t cn_bold(void) { return A_BOLD; }
static inline attr_t cn_dim(void) { return A_DIM; }
static inline attr_t cn_reverse(void) { return A_REVERSE; }
static inline attr_t cn_underline(void) { return A_UNDERLINE; }
static inline int cn_function_key(int number) { return KEY_F(number); }

// Puts `count` cells at the beginning of a row. add_wchnstr moves no cursor and wraps nothing.
static inline int cn_put_row(int row, const cchar_t *cells, int count) {
  return mvwadd_wchnstr(stdscr, row, 0, cells, count);
}

// One cell: a base character, up to two marks (0 for none), attributes and a colour pair.
static inline void cn_set_cell(cchar_t *cell, wchar_t base, wchar_t mark1, wchar_t mark2, attr_t attributes, short pair) {
  wchar_t text[4] = {base, mark1, mark2, 0};
  setcchar(cell, text, attributes, pair, NULL);
}

// Whether this terminal can place its cursor: without that there is no screen ("dumb" has a name, but no cursor).
static inline bool cn_can_move_cursor(void) {
  char *capability = tigetstr("cup");
  return capability != NULL && capability != (char *)-1;
}

// A capability's bytes, or NULL where the terminal has none.
static inline const char *cn_capability(const char *name) {
  char *capability = tigetstr((char *)name);
  return capability == (char *)-1 ? NULL : capability;
}

// Columns that the C library, and so curses, gives a character in the current locale; -1 where it can't be shown.
int wcwidth(wchar_t character);
static inline int cn_width(wchar_t character) { return wcwidth(character); }

static inline const char *cn_codeset(void) { return nl_langinfo(CODESET); }

// The standard names of capabilities, in the order of compiled descriptions; NULL after the last.
static inline const char *cn_flag_name(int index) { return boolnames[index]; }
static inline const char *cn_number_name(int index) { return numnames[index]; }
static inline const char *cn_string_name(int index) { return strnames[index]; }
static inline int cn_flag(const char *name) { return tigetflag((char *)name); }
static inline int cn_number(const char *name) { return tigetnum((char *)name); }
