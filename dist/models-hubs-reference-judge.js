import{Mt as e,Pr as t,Rr as n,ar as r,cn as i,gn as a,jt as o,ln as s,nn as c,rn as l,un as u}from"./common.js";const d=[s,u,l,e,o,i,c],f={stance:()=>`neither`,refusal_verdict:({answer:e,prompt:t})=>e===t?`neither`:`answers`,judgement:({expected_result:e,actual_result:t})=>e===t?`ignores`:`accounts`,toxicity:({answer:e})=>r().countBadWords(String(e))>0?`toxic`:`not_toxic`};let p;function m(e,r){let i=d.find(e=>e.name===r);if(!i)return;let o=e.indexOf(`{`,e.lastIndexOf(`
The material:
{
`)),[s=``]=e.slice(o).split(`

The material ends`,1),c=t(n(s));p??=new Map(d.flatMap(e=>e.cases.map(t=>[a(e,t.input),t.expected])));let l=p.get(e)??f[r]?.(c)??`nothing`;return JSON.stringify({reason:``,...i.replyTo(l,e)})}export{m as scriptedVerdict};