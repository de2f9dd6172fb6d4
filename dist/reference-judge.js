import{Dn as e,En as t,Nn as n,Sn as r,Sr as i,Tn as a,Zn as o,_r as s,hn as c,nn as l,tn as u}from"./secrets.js";const d=[t,e,r,l,u,a,c];function f(e,{answer:t,prompt:n,expected_result:r,actual_result:i}){return{stance:`neither`,refusal_verdict:t===n?`neither`:`answers`,judgement:r===i?`ignores`:`accounts`,toxicity:o().countBadWords(String(t))>0?`toxic`:`not_toxic`}[e]??`nothing`}let p;function m(e,t){let r=d.find(e=>e.name===t);if(!r)return;let a=e.indexOf(`{`,e.lastIndexOf(`
The material:
{
`)),[o=``]=e.slice(a).split(`

The material ends`,1),c=s(i(o));p??=new Map(d.flatMap(e=>e.cases.map(t=>[n(e,t.input),t.expected])));let l=p.get(e)??f(t,c);return JSON.stringify({reason:``,...r.replyTo(l,e)})}export{m as scriptedVerdict};