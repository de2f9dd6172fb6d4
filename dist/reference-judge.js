import{H as e,I as t,Q as n,U as r,V as i,dn as a,it as o,lt as s,nt as c,on as l,rt as u}from"./texts.js";const d=[o,u,e,t,n,c,i];function f(e,{answer:t,prompt:n,expected_result:i,actual_result:a}){return{stance:`neither`,refusal_verdict:t===n?`neither`:`answers`,judgement:i===a?`ignores`:`accounts`,toxicity:r().countBadWords(String(t))>0?`toxic`:`not_toxic`}[e]??`nothing`}let p;function m(e,t){let n=d.find(e=>e.name===t);if(!n)return;let r=e.indexOf(`{`,e.lastIndexOf(`
The material:
{
`)),[i=``]=e.slice(r).split(`

The material ends`,1),o=l(a(i));p??=new Map(d.flatMap(e=>e.cases.map(t=>[s(e,t.input),t.expected])));let c=p.get(e)??f(t,o);return JSON.stringify({reason:`Scripted.`,...n.replyTo(c,e)})}export{m as scriptedVerdict};