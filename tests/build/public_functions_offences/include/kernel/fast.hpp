#pragma once
inline int not_for_users(int x) { return x; }
