import{Bt as e,Dt as t,Et as n,Ht as r,It as i,Tt as a,Vt as o,Xn as s,bt as c,qt as l,tr as u}from"./changes.js";const d=[r,o,n,c,i,e,a];function f(e,{answer:n,prompt:r,expected_result:i,actual_result:a}){return{stance:`neither`,refusal_verdict:n===r?`neither`:`answers`,judgement:i===a?`ignores`:`accounts`,toxicity:t().countBadWords(String(n))>0?`toxic`:`not_toxic`}[e]??`nothing`}let p;function m(e,t){let n=d.find(e=>e.name===t);if(!n)return;let r=e.indexOf(`{`,e.lastIndexOf(`
The material:
{
`)),[i=``]=e.slice(r).split(`

The material ends`,1),a=s(u(i));p??=new Map(d.flatMap(e=>e.cases.map(t=>[l(e,t.input),t.expected])));let o=p.get(e)??f(t,a);return JSON.stringify({reason:`Scripted.`,...n.replyTo(o,e)})}export{m as scriptedVerdict};