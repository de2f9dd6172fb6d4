import{On as e,Sn as t,Xt as n,Zt as r,_r as i,bn as a,fr as o,gn as s,ln as c,qn as l,yn as u}from"./secrets.js";const d=[a,t,s,r,n,u,c];function f(e,{answer:t,prompt:n,expected_result:r,actual_result:i}){return{stance:`neither`,refusal_verdict:t===n?`neither`:`answers`,judgement:r===i?`ignores`:`accounts`,toxicity:l().countBadWords(String(t))>0?`toxic`:`not_toxic`}[e]??`nothing`}let p;function m(t,n){let r=d.find(e=>e.name===n);if(!r)return;let a=t.indexOf(`{`,t.lastIndexOf(`
The material:
{
`)),[s=``]=t.slice(a).split(`

The material ends`,1),c=o(i(s));p??=new Map(d.flatMap(t=>t.cases.map(n=>[e(t,n.input),n.expected])));let l=p.get(t)??f(n,c);return JSON.stringify({reason:`Scripted.`,...r.replyTo(l,t)})}export{m as scriptedVerdict};