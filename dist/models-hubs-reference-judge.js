import{$t as e,Dt as t,Jt as n,Lr as r,Nr as i,Ot as a,an as o,dn as s,en as c,qt as l,rr as u}from"./common.js";const d=[c,o,n,a,t,e,l],f={stance:()=>`neither`,refusal_verdict:({answer:e,prompt:t})=>e===t?`neither`:`answers`,judgement:({expected_result:e,actual_result:t})=>e===t?`ignores`:`accounts`,toxicity:({answer:e})=>u().countBadWords(String(e))>0?`toxic`:`not_toxic`};let p;function m(e,t){let n=d.find(e=>e.name===t);if(!n)return;let a=e.indexOf(`{`,e.lastIndexOf(`
The material:
{
`)),[o=``]=e.slice(a).split(`

The material ends`,1),c=i(r(o));p??=new Map(d.flatMap(e=>e.cases.map(t=>[s(e,t.input),t.expected])));let l=p.get(e)??f[t]?.(c)??`nothing`;return JSON.stringify({reason:``,...n.replyTo(l,e)})}export{m as scriptedVerdict};