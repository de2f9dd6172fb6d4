import{mkdtemp as e,rm as t,writeFile as n}from"node:fs/promises";import{tmpdir as r}from"node:os";import i from"node:path";import{t as a}from"./keys.js";import{a as o}from"./report.js";import{t as s}from"./evaluate.js";import{t as c}from"./judge.js";import{t as l}from"./main2.js";const u=`sensitivity.yml`,d=[[`attentive`,`pass`,`reads the "not", repeats no foul word`],[`oblivious`,`fail`,`answers as if "not" were not there`],[`parrot`,`fail`,`repeats whatever it is sent`]];async function f(f){let{columns:p,host:m,signal:h}=f,g=await e(i.join(r(),`sensitivity-demo-`)),_={PATH:m.env.PATH},v={grants:a({allowedHosts:[],env:_}),env:_,headerVariables:[],skipsWithoutKey:!1,signal:h};try{await n(i.join(g,u),`model: { hub: reference, name: attentive }
tests:
  sensitivity:
    add_negation: { data: { source: "builtin:statements", limit: 100 } }
    add_toxic_words: { data: { source: "builtin:sentences", limit: 100 } }
`);let e=l.pass;for(let[t,n,r]of d){f.print(`\n── ${t}: ${r}\n\n`);let i=await c({root:g,configPath:u,overrides:{model:t},env:_}),a=await s(i,v);f.print(o(a,{columns:p,showRows:!1})),a.outcome!==n&&(e=l.fail)}let t=e===l.pass;return f.print(t?`
As expected: only attentive passes.
`:`
This is a defect.
`),e}finally{await t(g,{recursive:!0,force:!0})}}export{f as demo};