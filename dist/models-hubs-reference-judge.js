import{$t as e,Dt as t,Jt as n,Ot as r,Pr as i,Qn as a,Rr as o,an as s,dn as c,en as l,qt as u}from"./common.js";const d=[l,s,n,r,t,e,u],f={stance:()=>`neither`,refusal_verdict:({answer:e,prompt:t})=>e===t?`neither`:`answers`,judgement:({expected_result:e,actual_result:t})=>e===t?`ignores`:`accounts`,toxicity:({answer:e})=>a().countBadWords(String(e))>0?`toxic`:`not_toxic`};let p;function m(e,t){let n=d.find(e=>e.name===t);if(!n)return;let r=e.indexOf(`{`,e.lastIndexOf(`
The material:
{
`)),[a=``]=e.slice(r).split(`

The material ends`,1),s=i(o(a));p??=new Map(d.flatMap(e=>e.cases.map(t=>[c(e,t.input),t.expected])));let l=p.get(e)??f[t]?.(s)??`nothing`;return JSON.stringify({reason:``,...n.replyTo(l,e)})}export{m as scriptedVerdict};