import{$n as e,At as t,Nr as n,cn as r,hn as i,jt as a,kr as o,ln as s,nn as c,sn as l,tn as u}from"./secrets.js";const d=[r,s,c,a,t,l,u],f={stance:()=>`neither`,refusal_verdict:({answer:e,prompt:t})=>e===t?`neither`:`answers`,judgement:({expected_result:e,actual_result:t})=>e===t?`ignores`:`accounts`,toxicity:({answer:t})=>e().countBadWords(String(t))>0?`toxic`:`not_toxic`};let p;function m(e,t){let r=d.find(e=>e.name===t);if(!r)return;let a=e.indexOf(`{`,e.lastIndexOf(`
The material:
{
`)),[s=``]=e.slice(a).split(`

The material ends`,1),c=o(n(s));p??=new Map(d.flatMap(e=>e.cases.map(t=>[i(e,t.input),t.expected])));let l=p.get(e)??f[t]?.(c)??`nothing`;return JSON.stringify({reason:``,...r.replyTo(l,e)})}export{m as scriptedVerdict};