import{$n as e,Jt as t,Ot as n,Pr as r,Rr as i,Yt as a,en as o,fn as s,kt as c,on as l,tn as u}from"./common.js";const d=[u,l,a,c,n,o,t],f={stance:()=>`neither`,refusal_verdict:({answer:e,prompt:t})=>e===t?`neither`:`answers`,judgement:({expected_result:e,actual_result:t})=>e===t?`ignores`:`accounts`,toxicity:({answer:t})=>e()(String(t)).length>0?`toxic`:`not_toxic`};let p;function m(e,t){let n=d.find(e=>e.name===t);if(!n)return;let a=e.indexOf(`{`,e.lastIndexOf(`
The material:
{
`)),[o=``]=e.slice(a).split(`

The material ends`,1),c=r(i(o));p??=new Map(d.flatMap(e=>e.cases.map(t=>[s(e,t.input),t.expected])));let l=p.get(e)??f[t]?.(c)??`nothing`;return JSON.stringify(n.replyTo(l,e))}export{m as scriptedVerdict};