import{Cr as e,Dn as t,En as n,Nn as r,Qn as i,Sn as a,Tn as o,en as s,hn as c,tn as l,vr as u}from"./secrets.js";const d=[n,t,a,l,s,o,c];function f(e,{answer:t,prompt:n,expected_result:r,actual_result:a}){return{stance:`neither`,refusal_verdict:t===n?`neither`:`answers`,judgement:r===a?`ignores`:`accounts`,toxicity:i().countBadWords(String(t))>0?`toxic`:`not_toxic`}[e]??`nothing`}let p;function m(t,n){let i=d.find(e=>e.name===n);if(!i)return;let a=t.indexOf(`{`,t.lastIndexOf(`
The material:
{
`)),[o=``]=t.slice(a).split(`

The material ends`,1),s=u(e(o));p??=new Map(d.flatMap(e=>e.cases.map(t=>[r(e,t.input),t.expected])));let c=p.get(t)??f(n,s);return JSON.stringify({reason:``,...i.replyTo(c,t)})}export{m as scriptedVerdict};