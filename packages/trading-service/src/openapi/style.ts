export const style = `
:root { color-scheme: light dark; --line: light-dark(#d8dee4, #30363d); --soft: light-dark(#f6f8fa, #161b22);
  --quiet: light-dark(#57606a, #8b949e); --link: light-dark(#0550ae, #79c0ff); }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; background: light-dark(#fff, #0d1117); color: light-dark(#1f2328, #e6edf3); }
a { color: var(--link); text-decoration: none; } a:hover { text-decoration: underline; }
.page { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 80rem; margin: 0 auto; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem 1rem; border-right: 1px solid var(--line); font-size: .9rem; }
nav h2 { font-size: .75rem; text-transform: uppercase; letter-spacing: .06em; color: var(--quiet); margin: 1.2rem 0 .3rem; }
nav a { display: block; padding: .1rem 0; }
main { padding: 1.5rem 2rem 4rem; }
section { border-top: 1px solid var(--line); margin-top: 2.5rem; padding-top: 1.5rem; }
h1 { margin-top: 0; } h3 { margin: 2.2rem 0 .3rem; } h4 { margin: 1.2rem 0 .4rem; font-size: .95rem; }
code, pre { font: .86em/1.5 ui-monospace, monospace; }
code { background: var(--soft); border-radius: 4px; padding: .1em .3em; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .8rem 1rem; overflow: auto; }
pre code { background: none; padding: 0; font-size: 1em; }
.method { display: inline-block; min-width: 4.2em; text-align: center; border-radius: 4px; padding: .1em .4em; font: 600 .8rem ui-monospace, monospace; color: #fff; }
.get { background: #0969da; } .post { background: #1a7f37; } .put { background: #9a6700; } .patch { background: #8250df; }
.quiet { color: var(--quiet); font-size: .9em; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--quiet); font-size: .8rem; }
details { margin: .6rem 0; } summary { cursor: pointer; }
@media (max-width: 50rem) { .page { display: block; } nav { position: static; height: auto; border: 0; } main { padding: 1rem; } }
`;
