import{Cn as e,Cr as t,Dn as n,En as r,On as i,Pn as a,Qn as o,gn as s,nn as c,tn as l,vr as u}from"./secrets.js";const d=[n,i,e,c,l,r,s];function f(e,{answer:t,prompt:n,expected_result:r,actual_result:i}){return{stance:`neither`,refusal_verdict:t===n?`neither`:`answers`,judgement:r===i?`ignores`:`accounts`,toxicity:o().countBadWords(String(t))>0?`toxic`:`not_toxic`}[e]??`nothing`}let p;function m(e,n){let r=d.find(e=>e.name===n);if(!r)return;let i=e.indexOf(`{`,e.lastIndexOf(`
The material:
{
`)),[o=``]=e.slice(i).split(`

The material ends`,1),s=u(t(o));p??=new Map(d.flatMap(e=>e.cases.map(t=>[a(e,t.input),t.expected])));let c=p.get(e)??f(n,s);return JSON.stringify({reason:``,...r.replyTo(c,e)})}export{m as scriptedVerdict};