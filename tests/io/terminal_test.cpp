// terminal_style on a terminal, a pipe and nothing.
#include <cstdlib>

#include <gtest/gtest.h>
#include <termios.h>
#include <unistd.h>

#include <ndx/io/text/terminal.hpp>

using namespace ndx;

namespace terminal_test {

/// A terminal that every machine has: containers may have no pseudo-terminals.
constexpr int kTerminal = 1 << 20;

}  // namespace terminal_test

/// Takes the place of the C library's in the whole program.
extern "C" int isatty(int descriptor) noexcept(noexcept(::isatty(descriptor))) {
  termios settings;
  return descriptor == terminal_test::kTerminal || ::tcgetattr(descriptor, &settings) == 0 ? 1 : 0;
}

namespace terminal_test {

/// NO_COLOR and TERM for a while; nullptr for a variable that is not there.
class Environment {
 public:
  Environment(const char* no_color, const char* term) {
    set("NO_COLOR", no_color);
    set("TERM", term);
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  ~Environment() {
    set("NO_COLOR", nullptr);
    set("TERM", nullptr);
  }

 private:
  static void set(const char* name, const char* value) {
    if (value == nullptr) {
      ::unsetenv(name);
    } else {
      ::setenv(name, value, 1);
    }
  }
};

TEST(TerminalStyle, IsColourOnATerminal) {
  const Environment plain(nullptr, "xterm");
  EXPECT_EQ(terminal_style(kTerminal), TextStyle::colour);
}

TEST(TerminalStyle, IsPlainWhereTheEnvironmentAsksForIt) {
  {
    const Environment refused("1", "xterm");
    EXPECT_EQ(terminal_style(kTerminal), TextStyle::plain);
  }
  {
    const Environment empty("", "xterm");  // https://no-color.org: when not an empty string
    EXPECT_EQ(terminal_style(kTerminal), TextStyle::colour);
  }
  const Environment dumb(nullptr, "dumb");
  EXPECT_EQ(terminal_style(kTerminal), TextStyle::plain);
}

TEST(TerminalStyle, IsPlainInAPipeAndForNoDescriptor) {
  const Environment plain(nullptr, "xterm");
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  EXPECT_EQ(terminal_style(ends[1]), TextStyle::plain);
  ::close(ends[0]);
  ::close(ends[1]);
  EXPECT_EQ(terminal_style(-1), TextStyle::plain);
}

}  // namespace terminal_test
