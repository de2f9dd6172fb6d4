import{Hn as e,Ht as t,Jt as n,Sr as r,Ut as i,Xt as a,Yt as o,_t as s,gt as c,nn as l,vr as u}from"./secrets.js";const d=[o,a,i,s,c,n,t];function f(t,{answer:n,prompt:r,expected_result:i,actual_result:a}){return{stance:`neither`,refusal_verdict:n===r?`neither`:`answers`,judgement:i===a?`ignores`:`accounts`,toxicity:e().countBadWords(String(n))>0?`toxic`:`not_toxic`}[t]??`nothing`}let p;function m(e,t){let n=d.find(e=>e.name===t);if(!n)return;let i=e.indexOf(`{`,e.lastIndexOf(`
The material:
{
`)),[a=``]=e.slice(i).split(`

The material ends`,1),o=u(r(a));p??=new Map(d.flatMap(e=>e.cases.map(t=>[l(e,t.input),t.expected])));let s=p.get(e)??f(t,o);return JSON.stringify({reason:``,...n.replyTo(s,e)})}export{m as scriptedVerdict};