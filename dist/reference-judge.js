import{$n as e,Ar as t,At as n,Pr as r,cn as i,hn as a,jt as o,ln as s,nn as c,sn as l,tn as u}from"./secrets.js";const d=[i,s,c,o,n,l,u],f={stance:()=>`neither`,refusal_verdict:({answer:e,prompt:t})=>e===t?`neither`:`answers`,judgement:({expected_result:e,actual_result:t})=>e===t?`ignores`:`accounts`,toxicity:({answer:t})=>e().countBadWords(String(t))>0?`toxic`:`not_toxic`};let p;function m(e,n){let i=d.find(e=>e.name===n);if(!i)return;let o=e.indexOf(`{`,e.lastIndexOf(`
The material:
{
`)),[s=``]=e.slice(o).split(`

The material ends`,1),c=t(r(s));p??=new Map(d.flatMap(e=>e.cases.map(t=>[a(e,t.input),t.expected])));let l=p.get(e)??f[n]?.(c)??`nothing`;return JSON.stringify({reason:``,...i.replyTo(l,e)})}export{m as scriptedVerdict};