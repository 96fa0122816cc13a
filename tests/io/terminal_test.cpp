// terminal_style on a pseudo-terminal, a pipe and nothing.
#include <cstdlib>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <ndx/io/terminal.hpp>

using namespace ndx;

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

class TerminalStyle : public ::testing::Test {
 protected:
  TerminalStyle() : terminal_(::posix_openpt(O_RDWR | O_NOCTTY)) {}
  TerminalStyle(const TerminalStyle&) = delete;
  TerminalStyle& operator=(const TerminalStyle&) = delete;
  ~TerminalStyle() override {
    if (terminal_ >= 0) ::close(terminal_);
  }

  int terminal_;
};

TEST_F(TerminalStyle, IsColourOnATerminal) {
  ASSERT_GE(terminal_, 0);
  const Environment plain(nullptr, "xterm");
  EXPECT_EQ(terminal_style(terminal_), TextStyle::colour);
}

TEST_F(TerminalStyle, IsPlainWhereTheEnvironmentAsksForIt) {
  ASSERT_GE(terminal_, 0);
  {
    const Environment refused("1", "xterm");
    EXPECT_EQ(terminal_style(terminal_), TextStyle::plain);
  }
  {
    const Environment empty("", "xterm");  // https://no-color.org: when not an empty string
    EXPECT_EQ(terminal_style(terminal_), TextStyle::colour);
  }
  const Environment dumb(nullptr, "dumb");
  EXPECT_EQ(terminal_style(terminal_), TextStyle::plain);
}

TEST_F(TerminalStyle, IsPlainInAPipeAndForNoDescriptor) {
  const Environment plain(nullptr, "xterm");
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  EXPECT_EQ(terminal_style(ends[1]), TextStyle::plain);
  ::close(ends[0]);
  ::close(ends[1]);
  EXPECT_EQ(terminal_style(-1), TextStyle::plain);
}

}  // namespace terminal_test
