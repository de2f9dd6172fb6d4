import{$n as e,Fr as t,Jt as n,Ot as r,Yt as i,en as a,fn as o,kt as s,on as c,tn as l,zr as u}from"./common.js";const d=[l,c,i,s,r,a,n],f={stance:()=>`neither`,refusal_verdict:({answer:e,prompt:t})=>e===t?`neither`:`answers`,judgement:({expected_result:e,actual_result:t})=>e===t?`ignores`:`accounts`,toxicity:({answer:t})=>e()(String(t)).length>0?`toxic`:`not_toxic`};let p;function m(e,n){let r=d.find(e=>e.name===n);if(!r)return;let i=e.indexOf(`{`,e.lastIndexOf(`
The material:
{
`)),[a=``]=e.slice(i).split(`

The material ends`,1),s=t(u(a));p??=new Map(d.flatMap(e=>e.cases.map(t=>[o(e,t.input),t.expected])));let c=p.get(e)??f[n]?.(s)??`nothing`;return JSON.stringify(r.replyTo(c,e))}export{m as scriptedVerdict};