// What is typed into the search, as the search of the theme takes it: without the prefix of another library's module,
// and with words that are there as they are typed before those that only begin so.
var __search = {
  transform: (query) => {
    const words = query.toLowerCase().replace(/\b(np|numpy|torch|jnp|tf|ndx)(\.|::)/g, "").split(/[\s.,:;=(){}[\]`<>"/*+^~-]+/).filter(Boolean);
    return [...words.map((word) => `${word}^9`), ...words.slice(-1)].join(" ");
  },
};
