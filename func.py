#!/usr/bin/env python3
"""func.py FILE name[:symbol] ... : turns inline functions into the NDX_FUNC pattern."""
import re,sys
p=sys.argv[1]; s=open(p).read()
for item in sys.argv[2:]:
    name,_,sym=item.partition(':'); sym=sym or name
    # first remaining inline definition by that name
    m=re.search(r'^((?:\[\[\w+\]\] |NDX_\w+ )*)inline ((?:(?!^\}|;$|^///).)*?)\b'+re.escape(name)+r'\((?:[^{;]|\{\})*?\)( noexcept)? \{',s,re.M|re.S)
    if not m: print('NOT FOUND',p,name); continue
    start=m.start(); end=s.index('\n}\n',start)+3
    one=s[start:s.index('\n',start)+1]
    if one.rstrip().endswith('}'): end=start+len(one)
    text=s[start:end]
    head=s[m.start():m.end()-2]
    attrs=m.group(1)
    sig=head[len(attrs)+len('inline '):]
    sig_def=re.sub(r' = [^,)]+(?=[,)])','',sig)
    decl=attrs+'NDX_FUNC '+sig+' NDX_SYMBOL('+sym+');\n'
    body=text[m.end()-2-m.start():]
    new=decl+'#if NDX_DEFINES\nNDX_FUNC '+sig_def+body+'#endif\n'
    s=s[:start]+new+s[end:]
open(p,'w').write(s)
