import{Fr as e,Mt as t,cn as n,er as r,gn as i,jr as a,jt as o,ln as s,nn as c,rn as l,un as u}from"./common.js";const d=[s,u,l,t,o,n,c],f={stance:()=>`neither`,refusal_verdict:({answer:e,prompt:t})=>e===t?`neither`:`answers`,judgement:({expected_result:e,actual_result:t})=>e===t?`ignores`:`accounts`,toxicity:({answer:e})=>r().countBadWords(String(e))>0?`toxic`:`not_toxic`};let p;function m(t,n){let r=d.find(e=>e.name===n);if(!r)return;let o=t.indexOf(`{`,t.lastIndexOf(`
The material:
{
`)),[s=``]=t.slice(o).split(`

The material ends`,1),c=a(e(s));p??=new Map(d.flatMap(e=>e.cases.map(t=>[i(e,t.input),t.expected])));let l=p.get(t)??f[n]?.(c)??`nothing`;return JSON.stringify({reason:``,...r.replyTo(l,t)})}export{m as scriptedVerdict};