import{$t as e,Bt as t,Gt as n,Kt as r,Rn as i,Vt as a,gt as o,ht as s,mr as c,qt as l,vr as u}from"./secrets.js";const d=[r,l,a,o,s,n,t];function f(e,{answer:t,prompt:n,expected_result:r,actual_result:a}){return{stance:`neither`,refusal_verdict:t===n?`neither`:`answers`,judgement:r===a?`ignores`:`accounts`,toxicity:i().countBadWords(String(t))>0?`toxic`:`not_toxic`}[e]??`nothing`}let p;function m(t,n){let r=d.find(e=>e.name===n);if(!r)return;let i=t.indexOf(`{`,t.lastIndexOf(`
The material:
{
`)),[a=``]=t.slice(i).split(`

The material ends`,1),o=c(u(a));p??=new Map(d.flatMap(t=>t.cases.map(n=>[e(t,n.input),n.expected])));let s=p.get(t)??f(n,o);return JSON.stringify({reason:``,...r.replyTo(s,t)})}export{m as scriptedVerdict};