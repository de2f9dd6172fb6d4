import{$t as e,Et as t,Ht as n,Jt as r,Kt as i,Mt as a,Nt as o,Xn as s,jt as c,qt as l,tr as u}from"./changes.js";const d=[r,l,a,t,n,i,c];function f(e,{answer:t,prompt:n,expected_result:r,actual_result:i}){return{stance:`neither`,refusal_verdict:t===n?`neither`:`answers`,judgement:r===i?`ignores`:`accounts`,toxicity:o().countBadWords(String(t))>0?`toxic`:`not_toxic`}[e]??`nothing`}let p;function m(t,n){let r=d.find(e=>e.name===n);if(!r)return;let i=t.indexOf(`{`,t.lastIndexOf(`
The material:
{
`)),[a=``]=t.slice(i).split(`

The material ends`,1),o=s(u(a));p??=new Map(d.flatMap(t=>t.cases.map(n=>[e(t,n.input),n.expected])));let c=p.get(t)??f(n,o);return JSON.stringify({reason:`Scripted.`,...r.replyTo(c,t)})}export{m as scriptedVerdict};